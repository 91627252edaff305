-- Sends the requests of the file named in the first argument, in order or at random, and prints one line of JSON.
local formatted = {}
local inOrder = true
local count = 0

function init(args)
  local plan = dofile(args[1])
  math.randomseed(plan.seed)
  inOrder = plan.inOrder
  for i, r in ipairs(plan.requests) do
    formatted[i] = wrk.format(r.method, r.path, r.headers, r.body)
  end
end

function request()
  count = count + 1
  if inOrder then return formatted[(count - 1) % #formatted + 1] end
  return formatted[math.random(#formatted)]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nRESULT {"requests":%d,"seconds":%.6f,"p50":%.4f,"p99":%.4f,"failed":%d}\n',
    summary.requests,
    summary.duration / 1000000,
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout
  ))
end
