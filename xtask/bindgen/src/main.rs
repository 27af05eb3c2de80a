//! `camel-cards-bindgen WASM FOLDER`: what `wasm-bindgen --target web` does.

use std::{env, process::ExitCode};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let [wasm, folder] = &env::args().skip(1).collect::<Vec<_>>()[..] else {
        eprintln!("usage: camel-cards-bindgen WASM FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{wasm}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
