<?php
// A bot: repeats what the customer wrote, and invites an agent when the customer asks for a human.

$webhook = getenv('WEBHOOK');
if (!hash_equals(basename($webhook), basename($_SERVER['REQUEST_URI']))) {
    http_response_code(401);
    exit;
}

$body = json_decode(file_get_contents('php://input', length: 262144), true);
$text = $body['message']['text'] ?? '';
file_put_contents('php://stdout', "{$body['event']} $text\n");

$texts = [
    'CLIENT_MESSAGE' => "You wrote: $text",
    'AGENT_UNAVAILABLE' => 'Nobody is free. Leave your e-mail, please.',
];
$answer = null;
if (stripos($text, 'human') !== false) {
    $answer = ['event' => 'INVITE_AGENT', 'chat_id' => $body['chat_id']];
} elseif (isset($texts[$body['event']])) {
    $message = ['type' => 'TEXT', 'text' => $texts[$body['event']]];
    $answer = ['event' => 'BOT_MESSAGE', 'chat_id' => $body['chat_id'], 'message' => $message];
}
if ($answer !== null) {
    $request = [
        'method' => 'POST',
        'header' => 'Content-Type: application/json',
        'content' => json_encode($answer),
        'timeout' => 2,
    ];
    file_get_contents($webhook, false, stream_context_create(['http' => $request]));
}

header('Content-Type: application/json');
echo '{"result":"ok"}';
