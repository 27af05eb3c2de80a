//! `camel-cards-bindgen WASM FOLDER`: what `wasm-bindgen --target web` does.

use std::{env, error::Error};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let mut argument = || arguments.next().ok_or("usage: camel-cards-bindgen WASM FOLDER");
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(argument()?)
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    Ok(bindgen.web(true)?.generate(argument()?)?)
}
