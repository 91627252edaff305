/** The part of the Compose specification that `infra/deploy/compose.yaml` uses, with the types that it prescribes. */
export interface ComposeFile {
  name?: string
  services: Record<string, ComposeService>
  networks?: Record<string, Record<string, never> | null>
  volumes?: Record<string, Record<string, never> | null>
  [extension: `x-${string}`]: unknown
}

export interface ComposeService {
  image?: string
  build?: string | { context?: string; dockerfile?: string; target?: string; args?: Record<string, string> }
  command?: string | string[] | null
  entrypoint?: string | string[] | null
  environment?: Record<string, string | number | boolean | null>
  depends_on?: string[] | Record<string, { condition: Condition; restart?: boolean; required?: boolean }>
  ports?: (string | number)[]
  volumes?: string[]
  networks?: string[]
  tmpfs?: string | string[]
  cap_drop?: string[]
  security_opt?: string[]
  read_only?: boolean
  restart?: 'no' | 'always' | 'on-failure' | 'unless-stopped'
  healthcheck?: { test?: string | string[] }
  stop_grace_period?: `${number}s` | `${number}m`
}

type Condition = 'service_started' | 'service_healthy' | 'service_completed_successfully'
