#!/bin/sh
if grep -q 'protected'; then
  printf '%s\n' '{"decision": "deny", "reason": "GUARDED"}'
fi
