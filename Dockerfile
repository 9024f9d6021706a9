# Builds Percept, then keeps only what it needs to run. `docker build -t percept .`, or `docker compose up`.
# By digest: packaging/pin-images.sh prints what to pass as --build-arg.
ARG NODE_IMAGE=node:24.11.0-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /percept
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# Only the packages that the bundle leaves outside stay, as in the packed package.
RUN npm run build && npm run dashboard && node bin/pack.js before && npm prune --omit=dev --include=prod --ignore-scripts
# As in an installation, only what this machine loads stays. The image has Debian's ffmpeg, not npm's.
RUN node bin/trim.js \
    && rm -rf node_modules/@ffmpeg-binary node_modules/@ffmpeg-installer

FROM ${NODE_IMAGE}
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg libjemalloc2 && rm -rf /var/lib/apt/lists/* \
    && ln -s /usr/lib/*/libjemalloc.so.2 /usr/local/lib/libjemalloc.so.2 \
    && mkdir /data && chown node:node /data
# Decoding images in several threads fragments glibc's memory; jemalloc keeps it flat.
ENV PATH=/percept/bin:$PATH NODE_ENV=production LD_PRELOAD=/usr/local/lib/libjemalloc.so.2 PERCEPT_HOST=0.0.0.0 PERCEPT_DATA_DIR=/data PERCEPT_PRELOAD=all
WORKDIR /percept
COPY --from=build /percept/package.json ./
COPY --from=build /percept/node_modules ./node_modules
COPY --from=build /percept/bin ./bin
COPY --from=build /percept/dist/bundle ./dist/bundle
COPY --from=build /percept/apps/dashboard/dist ./apps/dashboard/dist
COPY --from=build /percept/apps/api/plugin-template ./apps/api/plugin-template
COPY --from=build /percept/sdk ./sdk
COPY --from=build /percept/models ./models
COPY --from=build /percept/pipelines ./pipelines
COPY --from=build /percept/examples ./examples
COPY --from=build /percept/docs ./docs
# Models that are inside besides: names of the catalogue, or addresses that `percept models add` takes.
ARG MODELS=""
RUN export PERCEPT_DATA_DIR=/tmp/set && for model in ${MODELS}; do \
      case "$model" in *:*) percept models add "$model" ;; *) percept models pull "$model" ;; esac || exit 1; \
    done && for folder in /tmp/set/models/*/; do if [ -d "$folder" ]; then cp -R "$folder" models/; fi; done && rm -rf /tmp/set
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/percept/bin/percept"]
CMD ["serve"]
