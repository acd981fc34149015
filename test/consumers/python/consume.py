"""Adds up what was exchanged, by direction. Sums and place are stored together: started again, it goes on where it was."""

import asyncio
import json
import os
import sys
from pathlib import Path

import nats
from nats.js.api import ConsumerConfig, DeliverPolicy

FILE = Path(sys.argv[1] if len(sys.argv) > 1 else "state.json")
NEW = {"sequence": 0, "id": "", "position": "0.0.0", "xof": {}}
state = json.loads(FILE.read_text()) if FILE.exists() else NEW


def handle(header, data, sequence):
    if order_of(header["ce-position"]) <= order_of(state["position"]):
        return  # it came before
    _, _, name, version = header["ce-type"].split(".")
    if name == "TransactionCompleted":
        if version != "v1":
            raise RuntimeError(f"No version that I know: {header['ce-type']}")
        kind, amount = data["transactionType"], int(data["amountXof"])
        state["xof"][kind] = str(int(state["xof"].get(kind, "0")) + amount)
    state.update(sequence=sequence, id=header["ce-id"], position=header["ce-position"])
    Path(f"{FILE}.new").write_text(json.dumps(state))
    Path(f"{FILE}.new").replace(FILE)


def order_of(position):
    return [int(part) for part in position.split(".")]


async def consume(sequence):
    """Reads the stream in its order. It begins with what was handled last; another fact in that place is another stream."""
    login = {"user": os.environ.get("NATS_USER"), "password": os.environ.get("NATS_PASSWORD")}
    login["inbox_prefix"] = os.environ.get("NATS_INBOX", "_INBOX")
    connection = await nats.connect(os.environ.get("NATS_URL", "nats://localhost:4222"), **login)
    place = ConsumerConfig(deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=sequence)
    how = {"stream": os.environ.get("SANU_STREAM", "TRANSACTIONS"), "config": place, "idle_heartbeat": 5}
    facts = await connection.jetstream().subscribe(">", ordered_consumer=True, **how)
    async for message in facts.messages:
        if sequence > 1 and message.headers["ce-id"] != state["id"]:
            await connection.close()
            return await consume(1)
        sequence = 1  # only the first one is compared
        handle(message.headers, json.loads(message.data), message.metadata.sequence.stream)


asyncio.run(consume(max(state["sequence"], 1)))
