#!/bin/sh
# Prints a line for .env for each image of Dockerfile and docker-compose.yml, pinned by the digest that its registry has now:
#   packaging/pin-images.sh >> .env
#   packaging/pin-images.sh --check .env    # the step of a release: fails where one of them has no digest there
# Needs docker with buildx, and the network, but for --check. Compose reads .env; `docker build` takes NODE_IMAGE as --build-arg.
set -e
cd "$(dirname "$0")/.."
images=$(sed -nE 's/^ARG ([A-Z]+_IMAGE)=(.+)$/\1=\2/p; s/.*\$\{([A-Z]+_IMAGE):-([^}]+)\}.*/\1=\2/p' Dockerfile docker-compose.yml | sort -u)
if [ "$1" = --check ]; then
  for each in $images; do
    grep -Eqx "$each@sha256:[0-9a-f]{64}" "${2:-.env}" || { echo "${2:-.env} has no digest of ${each#*=}: run packaging/pin-images.sh >> .env" >&2; missing=1; }
  done
  exit "${missing:-0}"
fi
for each in $images; do
  digest=$(docker buildx imagetools inspect "${each#*=}" --format '{{.Manifest.Digest}}')
  case $digest in
    sha256:*) echo "$each@$digest" ;;
    *) echo "docker told no digest of ${each#*=}: '$digest'" >&2 && exit 1 ;;
  esac
done
