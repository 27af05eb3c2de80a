/** How many cards its two largest groups have. */
exports.sizesOf = function (hand, wild) {
  const kept = [...hand].filter((card) => card !== wild);
  const sizes = [...new Set(kept)].map((card) => kept.filter((other) => other === card).length).sort((a, b) => b - a);
  return [(sizes[0] ?? 0) + hand.length - kept.length, sizes[1] ?? 0];
};
