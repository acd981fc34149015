// Adds up what was exchanged, by direction. Sums and place are stored together: started again, it goes on where it was.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"math/big"
	"os"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

var file = slices.Concat(os.Args[1:], []string{"state.json"})[0]
var state = struct {
	Sequence uint64            `json:"sequence"`
	ID       string            `json:"id"`
	Position string            `json:"position"`
	XOF      map[string]string `json:"xof"`
}{Position: "0.0.0", XOF: map[string]string{}}

func main() {
	if text, err := os.ReadFile(file); err == nil {
		must("", json.Unmarshal(text, &state))
	}
	login := nats.UserInfo(os.Getenv("NATS_USER"), os.Getenv("NATS_PASSWORD"))
	inbox := nats.CustomInboxPrefix(cmp.Or(os.Getenv("NATS_INBOX"), "_INBOX"))
	connection := must(nats.Connect(cmp.Or(os.Getenv("NATS_URL"), nats.DefaultURL), login, inbox))
	for sequence := max(state.Sequence, 1); ; sequence = 1 {
		consume(must(jetstream.New(connection)), sequence)
	}
}

// consume reads the stream in its order. It begins with what was handled last; at another fact in that place, of another stream, it returns.
func consume(js jetstream.JetStream, sequence uint64) {
	place := jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: sequence}
	stream := cmp.Or(os.Getenv("SANU_STREAM"), "TRANSACTIONS")
	facts := must(must(js.OrderedConsumer(context.Background(), stream, place)).Messages())
	defer facts.Stop()
	for isFirst := sequence > 1; ; isFirst = false {
		message := must(facts.Next())
		if isFirst && message.Headers().Get("ce-id") != state.ID {
			return
		}
		handle(message.Headers().Get, message.Data(), must(message.Metadata()).Sequence.Stream)
	}
}

func handle(header func(string) string, data []byte, sequence uint64) {
	if slices.Compare(orderOf(header("ce-position")), orderOf(state.Position)) <= 0 {
		return // it came before
	}
	if kind := strings.Split(header("ce-type"), "."); kind[2] == "TransactionCompleted" {
		if kind[3] != "v1" {
			log.Fatalf("No version that I know: %s", header("ce-type"))
		}
		var fact struct{ TransactionType, AmountXof string }
		must("", json.Unmarshal(data, &fact))
		var before, amount big.Int
		must("", before.UnmarshalText([]byte(cmp.Or(state.XOF[fact.TransactionType], "0"))))
		must("", amount.UnmarshalText([]byte(fact.AmountXof)))
		state.XOF[fact.TransactionType] = amount.Add(&before, &amount).String()
	}
	state.Sequence, state.ID, state.Position = sequence, header("ce-id"), header("ce-position")
	must("", os.WriteFile(file+".new", must(json.Marshal(state)), 0o600))
	must("", os.Rename(file+".new", file))
}

func orderOf(position string) []uint64 {
	order := make([]uint64, 3)
	must(fmt.Sscanf(position, "%d.%d.%d", &order[0], &order[1], &order[2]))
	return order
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
