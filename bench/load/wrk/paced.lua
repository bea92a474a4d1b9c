-- One request after the other with pauses between: looks at a server without being a load.
dofile("report.lua")

local pauseMs = 2

function delay()
  return pauseMs
end
