// A receiver of webhooks: checks the signature, prints each event once, and answers chat_accepted with data for the agent.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const bodyBytesMax = 4_194_304

var (
	key  = must(base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("SIGNING_SECRET"), "whsec_")))
	seen sync.Map // In a real receiver: a table, so that a restart forgets no id.
)

type event struct {
	Name     string                         `json:"event_name"`
	AssignTo string                         `json:"assign_to"`
	Visitor  struct{ Name string }          `json:"visitor"`
	Chat     *struct{ Messages []struct{} } `json:"chat"`
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func isOurs(header http.Header, body []byte) bool {
	id, at := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, at, body)
	ours := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, one := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(one), []byte(ours)) {
			return true
		}
	}
	return false
}

func receive(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, bodyBytesMax))
	var got event
	if err != nil || !isOurs(request.Header, body) || json.Unmarshal(body, &got) != nil {
		http.Error(response, "not signed by Parley", http.StatusUnauthorized)
		return
	}
	if _, isKnown := seen.LoadOrStore(request.Header.Get("webhook-id"), true); !isKnown {
		fmt.Println(got.Name, "of", got.Visitor.Name, got.AssignTo)
	}
	answer := map[string]any{"result": "ok"}
	if got.Name == "chat_accepted" {
		answer["custom_data"] = []map[string]string{{"title": "Orders", "content": "3 open"}}
	}
	json.NewEncoder(response).Encode(answer)
}

func main() {
	address := "127.0.0.1:" + os.Getenv("PORT")
	log.Fatal(http.ListenAndServe(address, http.HandlerFunc(receive)))
}
