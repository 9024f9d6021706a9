# Forecasts each series of a file with one method of the package forecast, writes seconds and forecasts.
# Rscript peer.R METHOD FILE: each line of FILE is "period horizon value value …"; each line out "seconds value value …".
suppressPackageStartupMessages(library(forecast))
args <- commandArgs(trailingOnly = TRUE)
lines <- strsplit(readLines(args[2]), " ")
invisible(thetaf(ts(1:20), h = 2))
for (line in lines) {
  numbers <- as.numeric(line)
  series <- ts(numbers[-(1:2)], frequency = numbers[1])
  horizon <- numbers[2]
  clock <- system.time({
    found <- switch(args[1],
      ets = forecast(ets(series), h = horizon)$mean,
      auto_arima = forecast(auto.arima(series), h = horizon)$mean,
      thetaf = thetaf(series, h = horizon)$mean
    )
  }, gcFirst = FALSE)
  cat(clock[["user.self"]] + clock[["sys.self"]], as.numeric(found), "\n")
}
