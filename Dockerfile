# The desk as an image (docs/install.md). Build: docker build -t portrait-desk .
# It runs as any user id of group 0, with a read-only root; it writes /data and /tmp alone.
# scripts/pack/pack.ts makes what is in it; tests/nightly/image holds it to a list.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
# Process 1 of a container hears no signal that it does not ask for, and inherits the dead of others: tini does both.
RUN dpkg-query --show --showformat='${Package} ${Version} ${Architecture}\n' > /system.txt && \
    apt-get update && apt-get install -y --no-install-recommends tini && \
    dpkg-query --show --showformat='${Package} ${Version} ${Architecture}\n' tini >> /system.txt && \
    echo "node $(node --version)" >> /system.txt
WORKDIR /build
# The packages change less often than the sources: this step is kept as long as the lockfile is.
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
ENV NEXT_TELEMETRY_DISABLED=1 PACK_SYSTEM=/system.txt
RUN node --disable-warning=ExperimentalWarning scripts/pack/pack.ts

FROM ${NODE_IMAGE}
ARG VERSION=0.1.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
LABEL org.opencontainers.image.title="Portrait Desk" \
      org.opencontainers.image.description="The self-hosted web desk at which an HR team works with its portrait photography service." \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.base.name="docker.io/library/node:24-bookworm-slim"
COPY --from=build /usr/bin/tini /usr/local/bin/tini
COPY --from=build /build/dist /app
# Which user id it will be, the cluster or the operator decides; group 0 is what all of them share. A new volume of several desks
# takes over from /photos to whom it belongs.
RUN ln -s /app/cli/portrait-desk.mjs /usr/local/bin/portrait-desk && install -d -m 0770 -g 0 /data /photos
# In a container the proxy is another machine. Practice mode stays on this one (docs/install.md).
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    HOST=0.0.0.0 \
    DATA_DIR=/data \
    SANDBOX_CACHE_DIR=/tmp/sandbox
WORKDIR /app
USER 1000:0
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["portrait-desk", "healthcheck"]
ENTRYPOINT ["tini", "--", "portrait-desk"]
CMD ["start"]
