# syntax=docker/dockerfile:1
# The image of an installation: what was built and the packages that it needs to run, on Debian with glibc, which the
# embedded ClickHouse asks for. Node 22 works as well.
ARG NODE=24-bookworm-slim

# What is built is the same on every processor, so it is built on that of the builder.
FROM --platform=$BUILDPLATFORM node:${NODE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build

# Some packages have a part for each processor.
FROM node:${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:${NODE}
ENV NODE_ENV=production \
    SEXTANT_DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /build/dist ./dist
COPY package.json sextant LICENSE ./
RUN ln -s /app/sextant /usr/local/bin/sextant \
 && install -d -o node -g node -m 0700 /data /files
USER node
VOLUME /data
EXPOSE 4600
# The first start makes the stores; a restart after a crash puts them right first.
HEALTHCHECK --interval=30s --timeout=5s --start-period=3m \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SEXTANT_PORT || 4600}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["sextant", "serve"]
