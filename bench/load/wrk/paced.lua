-- One request after the other with pauses between them: measures a server without loading it.
dofile("report.lua")

local pauseMs = 2

function delay()
  return pauseMs
end
