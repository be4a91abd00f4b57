# Links the packages of $1 into ./node_modules. Programs of packages begin with `#!/usr/bin/env node`, and a build has
# no /usr/bin/env, so each gets a two-line wrapper.
set -eu
mkdir -p node_modules/.bin
for entry in "$1"/*; do ln -s "$entry" node_modules/; done
for program in "$1"/.bin/*; do
  starter=node_modules/.bin/$(basename "$program")
  printf '#!/bin/sh\nexec node %s "$@"\n' "$(readlink -f "$program")" > "$starter"
  chmod +x "$starter"
done
