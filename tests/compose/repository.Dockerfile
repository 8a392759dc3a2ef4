# A server of restic's REST protocol for the tests of off-site backups.
FROM node:24-bookworm-slim
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends rclone \
 && rm -rf /var/lib/apt/lists/*
CMD ["rclone", "serve", "restic", "--addr", ":8080", "/repository"]
