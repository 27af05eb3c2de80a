import { readFileSync } from "fs";
import winnings, { type Entry } from "./lib";
import * as orders from "./orders.js";

const entries: Entry[] = readFileSync(0, "utf8").trimEnd().split("\n").map((line) => {
  const [hand, bid] = line.split(" ");
  return { hand, bid: Number(bid) };
});
console.log(winnings(entries, orders.standard), winnings(entries, orders.joker, "J"));
