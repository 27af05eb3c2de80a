export const standard = "23456789TJQKA";
export const joker: string = "J" + standard.replace("J", "");
