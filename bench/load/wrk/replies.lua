-- An agent's replies: wrk … -s replies.lua URL -- TOKEN CHAT,CHAT,…
-- One thread; the chats take turns.
dofile("report.lua")

sent = 0
answered = 0

local before, after = {}, {}
local lapDigits = 6
local position, lap, lapText = 1, 0, string.rep("0", lapDigits)
-- wrk calls request() once to check it, and sends nothing.
local isLookedAt = false

function init(args)
  local token, chats = args[1], args[2]
  for chat in chats:gmatch("%d+") do
    local head = '{"type":"text","text":"Reply '
    local rest = " in chat " .. chat .. '. It is on its way and will be with you tomorrow."}'
    table.insert(before, "POST /api/chats/" .. chat .. "/messages HTTP/1.1\r\nHost: " .. wrk.headers["Host"]
      .. "\r\nAuthorization: Bearer " .. token .. "\r\nContent-Type: application/json\r\nContent-Length: "
      .. (#head + lapDigits + #rest) .. "\r\n\r\n" .. head)
    table.insert(after, rest)
  end
end

function request()
  local text = before[position] .. lapText .. after[position]
  if not isLookedAt then
    isLookedAt = true
    return text
  end
  position = position + 1
  if position > #before then
    position = 1
    lap = lap + 1
    lapText = string.format("%0" .. lapDigits .. "d", lap)
  end
  sent = sent + 1
  return text
end
