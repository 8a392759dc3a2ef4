# A registry for container images, for the tests of published images.
FROM node:24-bookworm-slim
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends docker-registry \
 && rm -rf /var/lib/apt/lists/* \
 # Without Debian's password file: the tests' registry listens only on this machine.
 && printf 'version: 0.1\nstorage: { filesystem: { rootdirectory: /registry } }\nhttp: { addr: ":5000" }\n' >/registry.yml
CMD ["docker-registry", "serve", "/registry.yml"]
