#!/bin/sh
# n8n looks for community nodes in its own data folder, which is usually a volume and hides what the image has there.
set -eu
nodes="${N8N_USER_FOLDER:-$HOME}/.n8n/nodes/node_modules"
mkdir -p "$nodes"
rm -rf "$nodes/n8n-nodes-meeting-assistant"
cp -R "${MEETING_ASSISTANT_PACKAGE:-/opt/n8n-nodes-meeting-assistant}" "$nodes/n8n-nodes-meeting-assistant"
exec "${N8N_ENTRYPOINT:-/docker-entrypoint.sh}" "$@"
