<?php
// A receiver of webhooks: checks the signature, prints each event once, and answers chat_accepted with data for the agent.

$body = file_get_contents('php://input', length: 4194304);
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$at = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '0';
$key = base64_decode(substr(getenv('SIGNING_SECRET'), strlen('whsec_')));
$ours = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $key, true));
$isOurs = false;
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
    $isOurs = hash_equals($ours, $signature) || $isOurs;
}
if (!$isOurs || abs(time() - (int) $at) > 300) {
    http_response_code(401);
    exit;
}

$event = json_decode($body, true);
// In a real receiver: a row in a table with a unique key.
$isNew = @fopen(sys_get_temp_dir() . '/parley-event-' . hash('sha256', $id), 'x') !== false;
if ($isNew) {
    $detail = $event['assign_to'] ?? (isset($event['chat']) ? count($event['chat']['messages']) : '');
    file_put_contents('php://stdout', "{$event['event_name']} of {$event['visitor']['name']} $detail\n");
}

$card = [
    'custom_data' => [['title' => 'Orders', 'content' => '3 open']],
    'enable_assign' => true,
    'crm_link' => 'https://crm.example/cards/551',
];
header('Content-Type: application/json');
echo json_encode(['result' => 'ok'] + ($event['event_name'] === 'chat_accepted' ? $card : []));
