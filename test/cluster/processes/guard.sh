# Runs a program and kills it when standard input ends: that is, when whoever started this stops it or dies in any way.
exec 3<&0
"$@" </dev/null 3<&- &
program=$!
{
  cat <&3 >/dev/null
  kill -9 "$program" 2>/dev/null
} &
exec 3<&-
wait "$program"
