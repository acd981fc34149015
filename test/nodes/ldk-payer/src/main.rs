// A Lightning node of another implementation: commands on standard input, one line of JSON for each answer and event.
// Arguments: FOLDER PEER_PORT CHAIN_HOST CHAIN_PORT CHAIN_USER CHAIN_PASSWORD
use ldk_node::bitcoin::secp256k1::PublicKey;
use ldk_node::bitcoin::Network;
use ldk_node::lightning::ln::msgs::SocketAddress;
use ldk_node::lightning_invoice::{Bolt11Invoice, Bolt11InvoiceDescription, Description};
use ldk_node::{Builder, Node};
use std::error::Error;
use std::io::BufRead;
use std::str::FromStr;
use std::sync::Arc;

const INVOICE_SECONDS: u32 = 3600;

type Answer = Result<String, Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [folder, peer_port, host, port, user, password] = given.as_slice() else {
        return Err("FOLDER PEER_PORT CHAIN_HOST CHAIN_PORT CHAIN_USER CHAIN_PASSWORD".into());
    };
    let mut builder = Builder::new();
    builder.set_network(Network::Regtest);
    builder.set_storage_dir_path(folder.clone());
    let peers = SocketAddress::from_str(&format!("127.0.0.1:{peer_port}")).map_err(|e| format!("{e:?}"))?;
    builder.set_listening_addresses(vec![peers])?;
    builder.set_node_alias("sanu-dora".to_string())?;
    builder.set_chain_source_bitcoind_rpc(host.clone(), port.parse()?, user.clone(), password.clone());
    let node = Arc::new(builder.build()?);
    node.start()?;
    println!("{{\"ready\":\"{}\"}}", node.node_id());
    let events = Arc::clone(&node);
    std::thread::spawn(move || loop {
        println!("{{\"event\":{:?}}}", format!("{:?}", events.wait_next_event()));
        events.event_handled().ok();
    });
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match answer(&node, &words) {
            Ok(said) => println!("{{\"ok\":{said:?}}}"),
            Err(error) => println!("{{\"error\":{:?}}}", error.to_string()),
        }
    }
    node.stop()?;
    Ok(())
}

fn answer(node: &Node, words: &[&str]) -> Answer {
    match words {
        ["address"] => Ok(node.onchain_payment().new_address()?.to_string()),
        ["sync"] => {
            node.sync_wallets()?;
            Ok(node.list_balances().spendable_onchain_balance_sats.to_string())
        }
        ["usable"] => Ok(node.list_channels().iter().filter(|c| c.is_usable).count().to_string()),
        ["open", key, address, sats, push_msat] => {
            let peer = SocketAddress::from_str(address).map_err(|e| format!("{e:?}"))?;
            let key = PublicKey::from_str(key)?;
            node.open_channel(key, peer, sats.parse()?, Some(push_msat.parse()?), None)?;
            Ok("opening".to_string())
        }
        ["pay", text] => {
            let invoice = Bolt11Invoice::from_str(text).map_err(|e| format!("{e:?}"))?;
            Ok(node.bolt11_payment().send(&invoice, None)?.to_string())
        }
        ["invoice", msat] => {
            let memo = Bolt11InvoiceDescription::Direct(Description::new("dora".to_string())?);
            Ok(node.bolt11_payment().receive(msat.parse()?, &memo, INVOICE_SECONDS)?.to_string())
        }
        _ => Err("unknown command".into()),
    }
}
