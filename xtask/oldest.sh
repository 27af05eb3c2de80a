#!/bin/sh
# Runs the cargo of Rust 1.85, the oldest that builds the crates and the one that Debian 13 has:
#
#     sh xtask/oldest.sh FOLDER ARGUMENT…
#
# The packages are Debian 12's builds of it, which run on Debian 12 and later. The first run gets them with apt
# from the mirror that this machine uses, and unpacks them into the folder. Nothing is installed.
set -eu
folder=$1
shift
if ! test -e "$folder/complete"; then
    rm -rf "$folder"
    mkdir -p "$folder/lists/partial"
    mirror=$(grep -rhoE 'https?://[^[:space:]]+/debian/?([[:space:]]|$)' /etc/apt/sources.list* | head -n 1)
    signed=/usr/share/keyrings/debian-archive-keyring.gpg
    echo "deb [signed-by=$signed] $mirror bookworm main" >"$folder/sources.list"
    apt() {
        apt-get --quiet -o "Dir::Etc::SourceList=$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null \
            -o "Dir::State::Lists=$folder/lists" -o "Dir::Cache=$folder" -o APT::Sandbox::User=root "$@"
    }
    apt update
    cd "$folder"
    apt download 'rustc-web=1.85.*' 'cargo-web=1.85.*' 'libstd-rust-web-dev=1.85.*' libstd-rust-web-1.85 \
        libllvm19 libpcre3 libhttp-parser2.9
    for package in *.deb; do
        dpkg-deb --extract "$package" .
    done
    rm -r -- *.deb lists
    cd - >"$folder/complete"
fi
PATH=$folder/usr/bin:$PATH
LD_LIBRARY_PATH=$(echo "$folder"/lib/*-linux-gnu):$(echo "$folder"/usr/lib/*-linux-gnu)
export PATH LD_LIBRARY_PATH
exec cargo "$@"
