import { initSync } from "../pkg/camel_cards_wasm.js";
import engine from "../pkg/camel_cards_wasm_bg.wasm";

// At once, so that nobody has anything to await.
initSync({ module: engine });

export {
    Input,
    Tally,
    compare,
    diagnose,
    diagnoseOrder,
    explain,
    generate,
    handOfStrength,
    rank,
    score,
} from "../pkg/camel_cards_wasm.js";
export { check } from "./check";
export { unpacked } from "../src/unpack";
