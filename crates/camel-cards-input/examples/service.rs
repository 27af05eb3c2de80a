//! A service that answers each connection with the total winnings of the hands that it sends:
//! `cargo run --example service`. Without a client of your own it is asked once, and ends.

use std::{
    error::Error,
    io::{self, Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    ops::ControlFlow,
    thread,
    time::{Duration, Instant},
};

use camel_cards::Ties;
use camel_cards_input::Input;

/// Nobody may keep a thread for longer.
const TIME_MAX: Duration = Duration::from_secs(10);

fn answer(client: &TcpStream) -> Result<String, Box<dyn Error>> {
    let start = Instant::now();
    client.set_read_timeout(Some(TIME_MAX))?;
    let mut run = Input::new().reader("your hands", client.try_clone()?).threads(1).start_tally();
    loop {
        match run.step()? {
            ControlFlow::Break(done) => {
                let winnings = done.tally.score(Ties::Ordinal)?.winnings;
                return Ok(format!("{} {}\n", winnings.standard, winnings.joker));
            }
            ControlFlow::Continue(_) if start.elapsed() > TIME_MAX => return Err("too slow".into()),
            ControlFlow::Continue(rest) => run = rest,
        }
    }
}

fn serve(mut client: &TcpStream) -> io::Result<()> {
    // A bad line is the client's mistake, and its message says where it is.
    let text = answer(client).unwrap_or_else(|error| format!("error: {error}\n"));
    client.write_all(text.as_bytes())
}

fn ask(service: impl std::net::ToSocketAddrs, hands: &str) -> io::Result<String> {
    let mut connection = TcpStream::connect(service)?;
    connection.write_all(hands.as_bytes())?;
    connection.shutdown(Shutdown::Write)?;
    let mut text = String::new();
    connection.read_to_string(&mut text)?;
    Ok(text)
}

fn main() -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            thread::spawn(move || serve(&client));
        }
    });
    print!("{}", ask(address, "32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n")?);
    print!("{}", ask(address, "32T3K 765\nT55J 684\n")?);
    Ok(())
}
