-- Customer messages: wrk … -s messages.lua URL -- RUN THREADS SENDERS MODE
-- SENDERS: their number; they are c0, c1, …
-- Thread i of T writes for the senders i, i+T, i+2T, … in turn, so that two messages of one sender are a full lap apart. All
-- parts are made in advance; a request is one concatenation.
-- "free": the next message is sent on any idle connection. "stepwise", for one connection per thread: the next message is made
-- only after the answer to the last one, so that the number of answers shows which messages were answered.
dofile("report.lua")

sent = 0
answered = 0

local before, middle = {}, {}
local after = '"}}'
local lapDigits = 6
local position, lap, lapText = 1, 0, string.rep("0", lapDigits)
-- wrk calls request() once in its first thread to check it, and sends nothing.
local isLookedAt = true

function init(args)
  local run, threads, senders, mode = args[1], tonumber(args[2]), tonumber(args[3]), args[4]
  isLookedAt = index ~= 0
  for sender = index, senders - 1, threads do
    local id = "c" .. sender
    local head = '{"sender":{"id":"' .. id .. '","name":"Client ' .. id .. '"},"message":{"type":"text","text":"Message '
    local rest = " of " .. id .. " in run " .. run .. '. Where is my parcel? It was promised for last week.","id":"'
      .. run .. "-" .. id .. "-"
    local bytes = #head + lapDigits + #rest + lapDigits + #after
    table.insert(before, "POST " .. wrk.path .. " HTTP/1.1\r\nHost: " .. wrk.headers["Host"]
      .. "\r\nContent-Type: application/json\r\nContent-Length: " .. bytes .. "\r\n\r\n" .. head)
    table.insert(middle, rest)
  end
  if mode == "stepwise" then
    request = requestStepwise
    response = countAnswer
  end
end

local function advance()
  position = position + 1
  if position > #before then
    position = 1
    lap = lap + 1
    lapText = string.format("%0" .. lapDigits .. "d", lap)
  end
end

function request()
  local text = before[position] .. lapText .. middle[position] .. lapText .. after
  if not isLookedAt then
    isLookedAt = true
    return text
  end
  advance()
  sent = sent + 1
  return text
end

function requestStepwise()
  sent = answered + 1
  return before[position] .. lapText .. middle[position] .. lapText .. after
end

function countAnswer(status)
  if status ~= 200 then return end
  advance()
  answered = answered + 1
end
