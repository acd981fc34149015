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

type State struct {
	Sequence uint64            `json:"sequence"`
	ID       string            `json:"id"`
	Position string            `json:"position"`
	XOF      map[string]string `json:"xof"`
}

func main() {
	file := slices.Concat(os.Args[1:], []string{"state.json"})[0]
	state := State{Position: "0.0.0", XOF: map[string]string{}}
	if text, err := os.ReadFile(file); err == nil {
		must("", json.Unmarshal(text, &state))
	}
	login := nats.UserInfo(os.Getenv("NATS_USER"), os.Getenv("NATS_PASSWORD"))
	connection := must(nats.Connect(cmp.Or(os.Getenv("NATS_URL"), nats.DefaultURL), login))
	js := must(jetstream.New(connection))
	for sequence := max(state.Sequence, 1); ; sequence = 1 {
		consume(js, &state, sequence, file)
	}
}

// consume reads the stream in its order. It begins with what was handled last; another fact in that place is another stream, and
// then it returns.
func consume(js jetstream.JetStream, state *State, sequence uint64, file string) {
	place := jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: sequence}
	stream := cmp.Or(os.Getenv("SANU_STREAM"), "TRANSACTIONS")
	facts := must(must(js.OrderedConsumer(context.Background(), stream, place)).Messages())
	defer facts.Stop()
	for isFirst := sequence > 1; ; isFirst = false {
		message := must(facts.Next())
		if isFirst && message.Headers().Get("ce-id") != state.ID {
			return
		}
		handle(state, message, file)
	}
}

func handle(state *State, message jetstream.Msg, file string) {
	header := message.Headers().Get
	if slices.Compare(orderOf(header("ce-position")), orderOf(state.Position)) <= 0 {
		return // it came before
	}
	if kind := strings.Split(header("ce-type"), "."); kind[2] == "TransactionCompleted" {
		if kind[3] != "v1" {
			log.Fatalf("No version that I know: %s", header("ce-type"))
		}
		var fact struct{ TransactionType, AmountXof string }
		must("", json.Unmarshal(message.Data(), &fact))
		sum := new(big.Int).Add(wholeOf(fact.AmountXof), wholeOf(cmp.Or(state.XOF[fact.TransactionType], "0")))
		state.XOF[fact.TransactionType] = sum.String()
	}
	state.Sequence = must(message.Metadata()).Sequence.Stream
	state.ID, state.Position = header("ce-id"), header("ce-position")
	must("", os.WriteFile(file+".new", must(json.Marshal(state)), 0o600))
	must("", os.Rename(file+".new", file))
}

func orderOf(position string) []uint64 {
	order := make([]uint64, 3)
	must(fmt.Sscanf(position, "%d.%d.%d", &order[0], &order[1], &order[2]))
	return order
}

func wholeOf(text string) *big.Int {
	whole, isWhole := new(big.Int).SetString(text, 10)
	if !isWhole {
		log.Fatalf("No whole number: %q", text)
	}
	return whole
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
