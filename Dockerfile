FROM node:26-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json ./
# Optional packages are native add-ons of ssh2, which works without them and would need a compiler here.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund && npm cache clean --force
COPY commands ./commands
COPY src ./src
# hosts.yml, known_hosts, a key and diagbot.yml are mounted; DIAGBOT_HOSTS and its like say where.
RUN mkdir /data && chown node:node /data
ENV DATA_DIR=/data
VOLUME /data
USER node
CMD ["node", "src/main.ts"]
