"""Adds up what was exchanged, by direction. Sums and place are stored together: started again, it goes on where it was."""

import asyncio
import json
import os
import sys

import nats
from nats.js.api import ConsumerConfig, DeliverPolicy

FILE = sys.argv[1] if len(sys.argv) > 1 else "state.json"
STREAM = os.environ.get("SANU_STREAM", "TRANSACTIONS")


def read_state():
    if not os.path.exists(FILE):
        return {"sequence": 0, "id": "", "position": "0.0.0", "xof": {}}
    with open(FILE) as text:
        return json.load(text)


def handle(state, message):
    header = message.headers
    if order_of(header["ce-position"]) <= order_of(state["position"]):
        return  # it came before
    _, _, name, version = header["ce-type"].split(".")
    if name == "TransactionCompleted":
        if version != "v1":
            raise RuntimeError(f"No version that I know: {header['ce-type']}")
        fact = json.loads(message.data)
        before = int(state["xof"].get(fact["transactionType"], "0"))
        state["xof"][fact["transactionType"]] = str(before + int(fact["amountXof"]))
    state["sequence"] = message.metadata.sequence.stream
    state["id"], state["position"] = header["ce-id"], header["ce-position"]
    with open(f"{FILE}.new", "w") as text:
        json.dump(state, text)
    os.replace(f"{FILE}.new", FILE)


def order_of(position):
    return [int(part) for part in position.split(".")]


async def consume(js, state, sequence):
    """Reads the stream in its order. It begins with what was handled last; another fact in that place is another stream."""
    place = ConsumerConfig(deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=sequence)
    facts = await js.subscribe(">", stream=STREAM, ordered_consumer=True, config=place, idle_heartbeat=5)
    is_other = sequence > 1
    async for message in facts.messages:
        is_other = is_other and message.headers["ce-id"] != state["id"]
        if is_other:
            await facts.unsubscribe()
            return await consume(js, state, 1)
        handle(state, message)


async def main():
    login = {"user": os.environ.get("NATS_USER"), "password": os.environ.get("NATS_PASSWORD")}
    connection = await nats.connect(os.environ.get("NATS_URL", "nats://localhost:4222"), **login)
    state = read_state()
    await consume(connection.jetstream(), state, max(state["sequence"], 1))


asyncio.run(main())
