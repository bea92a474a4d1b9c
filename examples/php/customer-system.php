<?php
// A customer system. The web server runs it for each reply of an agent, and prints the reply.
// On the command line it sends what you type as Ann.

if (PHP_SAPI !== 'cli') {
    ['sender' => $sender, 'message' => $message] = json_decode(file_get_contents('php://input', length: 262144), true);
    $said = $message['type'] === 'text' ? ": {$message['text']}" : " ({$message['type']}) " . ($message['file'] ?? '');
    file_put_contents('php://stdout', "{$sender['name']}$said\n");
    header('Content-Type: application/json');
    echo '{"result":"ok"}';
    exit;
}

while (($text = fgets(STDIN)) !== false) {
    $message = ['type' => 'text', 'text' => rtrim($text, "\n")];
    $request = [
        'method' => 'POST',
        'header' => 'Content-Type: application/json',
        'content' => json_encode(['sender' => ['id' => 7, 'name' => 'Ann'], 'message' => $message]),
        'ignore_errors' => true,
        'timeout' => 10,
    ];
    $answer = file_get_contents(getenv('ENDPOINT'), false, stream_context_create(['http' => $request]));
    echo explode(' ', $http_response_header[0])[1], " $answer\n";
}
