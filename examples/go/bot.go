// A bot: repeats what the customer wrote, and invites an agent when the customer asks for a human.
package main

import (
	"bytes"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"path"
	"strings"
	"time"
)

const bodyBytesMax = 262_144

var (
	webhook = os.Getenv("WEBHOOK")
	client  = &http.Client{Timeout: 10 * time.Second}
)

type event struct {
	Event   string
	ChatID  string `json:"chat_id"`
	Message struct{ Text string }
}

// answerTo returns nil for an event without an answer.
func answerTo(got event) map[string]any {
	if strings.Contains(strings.ToLower(got.Message.Text), "human") {
		return map[string]any{"event": "INVITE_AGENT", "chat_id": got.ChatID}
	}
	text, isKnown := map[string]string{
		"CLIENT_MESSAGE":    "You wrote: " + got.Message.Text,
		"AGENT_UNAVAILABLE": "Nobody is free. Leave your e-mail, please.",
	}[got.Event]
	if !isKnown {
		return nil
	}
	message := map[string]any{"type": "TEXT", "text": text}
	return map[string]any{"event": "BOT_MESSAGE", "chat_id": got.ChatID, "message": message}
}

func receive(response http.ResponseWriter, request *http.Request) {
	if subtle.ConstantTimeCompare([]byte(path.Base(request.URL.Path)), []byte(path.Base(webhook))) == 0 {
		http.Error(response, "unknown token", http.StatusUnauthorized)
		return
	}
	var got event
	if err := json.NewDecoder(http.MaxBytesReader(response, request.Body, bodyBytesMax)).Decode(&got); err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	io.WriteString(response, `{"result":"ok"}`)
	fmt.Println(got.Event, got.Message.Text)
	if answer := answerTo(got); answer != nil {
		go post(answer)
	}
}

func post(answer map[string]any) {
	body, _ := json.Marshal(answer)
	if got, err := client.Post(webhook, "application/json", bytes.NewReader(body)); err != nil {
		log.Print(err)
	} else {
		got.Body.Close()
	}
}

func main() {
	address := "127.0.0.1:" + os.Getenv("PORT")
	log.Fatal(http.ListenAndServe(address, http.HandlerFunc(receive)))
}
