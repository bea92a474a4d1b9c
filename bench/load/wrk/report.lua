-- Every run ends with one line of JSON after wrk's own text. Times are in microseconds.
local threads = {}

local addresses = {}
for host, port in (os.getenv("ADDRESSES") or ""):gmatch("([^,:]+):(%d+)") do
  table.insert(addresses, wrk.lookup(host, port)[1])
end

function setup(thread)
  if #addresses > 0 then thread.addr = addresses[#threads % #addresses + 1] end
  table.insert(threads, thread)
  thread:set("index", #threads - 1)
end

local function numbers(name)
  local values = {}
  for at, thread in ipairs(threads) do
    values[at] = string.format("%d", thread:get(name) or 0)
  end
  return "[" .. table.concat(values, ",") .. "]"
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nreport {"requests":%d,"durationUs":%d,"p50Us":%d,"p99Us":%d,"maxUs":%d,'
      .. '"connectErrors":%d,"readErrors":%d,"writeErrors":%d,"statusErrors":%d,"timeouts":%d,'
      .. '"sentByThread":%s,"answeredByThread":%s}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), latency.max,
    errors.connect, errors.read, errors.write, errors.status, errors.timeout,
    numbers("sent"), numbers("answered")
  ))
end
