import { CACHE_VARIABLE, ENVIRONMENT_NAMES } from "../../config/env.ts";
import { defaultPort } from "../../config/listening.ts";
import type { Places } from "./places.ts";
import { stopTimeoutMs } from "./stop-timeout.ts";

/** Any number that no user of the base image has. */
const userId = 10_001;

/**
 * Returns the build file for an image of the binary. The binary must be in the same folder. Source: containers/common,
 * Containerfile(5).
 */
export function containerfile({ program, data, cache }: Places): string {
  return `# podman build -t parley -f Containerfile .    with the binary in the same folder, as the file "parley"
# podman run -d --name parley --restart=always --stop-timeout=${stopTimeoutMs / 1000} -p 127.0.0.1:${defaultPort}:${defaultPort} -v parley-data:${data} parley
# podman logs parley shows the administrator's first password. To use a config file, mount it and add -e ${ENVIRONMENT_NAMES.config}=/...
# A folder of this machine instead of the volume must belong to user ${userId}.
FROM docker.io/library/debian:stable-slim
COPY --chmod=0755 parley ${program}
RUN install -d -o ${userId} -g ${userId} -m 0700 ${data} ${cache}
USER ${userId}:${userId}
ENV ${ENVIRONMENT_NAMES.data}=${data} \\
    ${ENVIRONMENT_NAMES.host}=0.0.0.0 \\
    ${ENVIRONMENT_NAMES.port}=${defaultPort} \\
    ${CACHE_VARIABLE}=${cache}
# Unpacks the binary's files, so that a container with a read-only root starts too.
RUN ["${program}", "doctor", "--help"]
VOLUME ${data}
EXPOSE ${defaultPort}
# On SIGTERM, the service finishes its work and ends.
STOPSIGNAL SIGTERM
ENTRYPOINT ["${program}"]
`;
}
