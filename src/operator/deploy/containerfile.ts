import { CACHE_VARIABLE, ENVIRONMENT_NAMES } from "../../config/env.ts";
import { defaultPort } from "../../config/listening.ts";
import type { Places } from "./places.ts";
import { stopTimeoutMs } from "./stop-timeout.ts";

/** Any number that no user of the base image has. */
const userId = 10_001;

/** What makes an image of the binary beside it. Source: containers/common, Containerfile(5). */
export function containerfile({ program, data, cache }: Places): string {
  return `# podman build -t parley -f Containerfile .    with the binary beside it, as the file "parley"
# podman run -d --name parley --restart=always --stop-timeout=${stopTimeoutMs / 1000} -p 127.0.0.1:${defaultPort}:${defaultPort} -v parley-data:${data} parley
# podman logs parley shows the administrator's first password. A config file is mounted as well, and named: -e ${ENVIRONMENT_NAMES.config}=/...
# A folder of this machine in place of the volume has to belong to ${userId}.
FROM docker.io/library/debian:stable-slim
COPY --chmod=0755 parley ${program}
RUN install -d -o ${userId} -g ${userId} -m 0700 ${data} ${cache}
USER ${userId}:${userId}
ENV ${ENVIRONMENT_NAMES.data}=${data} \\
    ${ENVIRONMENT_NAMES.host}=0.0.0.0 \\
    ${ENVIRONMENT_NAMES.port}=${defaultPort} \\
    ${CACHE_VARIABLE}=${cache}
# Unpacks what lies inside, so that a container with a read-only root starts as well.
RUN ["${program}", "doctor", "--help"]
VOLUME ${data}
EXPOSE ${defaultPort}
# What runs finishes what is in hand when it is told to end.
STOPSIGNAL SIGTERM
ENTRYPOINT ["${program}"]
`;
}
