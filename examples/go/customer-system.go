// A customer system: prints what agents reply, and sends what you type as Ann.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

const bodyBytesMax = 262_144

type reply struct {
	Sender  struct{ Name string }
	Message struct{ Type, Text, File string }
}

func receive(response http.ResponseWriter, request *http.Request) {
	var got reply
	if err := json.NewDecoder(http.MaxBytesReader(response, request.Body, bodyBytesMax)).Decode(&got); err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	if got.Message.Type == "text" {
		fmt.Printf("%s: %s\n", got.Sender.Name, got.Message.Text)
	} else {
		fmt.Printf("%s (%s) %s\n", got.Sender.Name, got.Message.Type, got.Message.File)
	}
	response.Header().Set("Content-Type", "application/json")
	io.WriteString(response, `{"result":"ok"}`)
}

func send(client *http.Client, text string) error {
	body, err := json.Marshal(map[string]any{
		"sender":  map[string]any{"id": 7, "name": "Ann"},
		"message": map[string]any{"type": "text", "text": text},
	})
	if err != nil {
		return err
	}
	answer, err := client.Post(os.Getenv("ENDPOINT"), "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(answer.Body)
	fmt.Println(answer.StatusCode, string(said))
	return err
}

func main() {
	go func() {
		client := &http.Client{Timeout: 10 * time.Second}
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			if err := send(client, lines.Text()); err != nil {
				log.Print(err)
			}
		}
	}()
	address := "127.0.0.1:" + os.Getenv("PORT")
	log.Fatal(http.ListenAndServe(address, http.HandlerFunc(receive)))
}
