import * as z from 'zod/mini'
import { ERRORS, type ErrorCode } from '../errors'
import { COMMON_ERRORS, type Access, type Endpoint } from './endpoint'
import { GATEWAY_SECRET_HEADER } from './sessions'

/** The body of every error response. */
export const errorBody = z.strictObject({
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  errors: z.optional(z.array(z.strictObject({ field: z.string(), code: z.string(), message: z.string() }))),
  requestId: z.string(),
})
export type ErrorBody = z.output<typeof errorBody>

type JsonSchema = Record<string, unknown>

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  return rest
}

function parametersOf(schema: z.ZodMiniType, where: 'path' | 'query'): JsonSchema[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: of,
  }))
}

function refusals(codes: readonly ErrorCode[]): Record<string, JsonSchema> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes)
    byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code])
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      String(status),
      {
        description: of.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

const SECURITY = {
  anyone: [{}, { bearer: [] }],
  member: [{ bearer: [] }],
  gateway: [{ gateway: [] }],
} satisfies Record<Access, JsonSchema[]>

/** The body of a request by content type, or null for a call without one. */
function requestContent({ methods, body, upload }: Endpoint): JsonSchema | null {
  const schema = schemaOf(body, 'input')
  const fields = (schema.properties ?? {}) as Record<string, JsonSchema>
  if (upload) {
    const file = { type: 'string', format: 'binary', maxLength: upload.maxBytes }
    const required = [...((schema.required as string[] | undefined) ?? []), upload.field]
    const form = { type: 'object', properties: { ...fields, [upload.field]: file }, required }
    return { 'multipart/form-data': { schema: form } }
  }
  if (methods.includes('GET') || Object.keys(fields).length === 0) return null
  return { 'application/json': { schema } }
}

function responseContent({ response, produces }: Endpoint): JsonSchema {
  if (produces === null) return { 'application/json': { schema: schemaOf(response, 'output') } }
  return Object.fromEntries(produces.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
}

function operation(endpoint: Endpoint): JsonSchema {
  const content = requestContent(endpoint)
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    security: SECURITY[endpoint.access],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.idempotent
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: false,
              schema: { type: 'string', format: 'uuid' },
            },
          ]
        : []),
    ],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      [String(endpoint.status)]:
        endpoint.status === 204
          ? { description: 'Done' }
          : { description: 'Done', content: responseContent(endpoint) },
      ...refusals([...COMMON_ERRORS, ...endpoint.errors]),
    },
  }
}

/** The OpenAPI 3.1 document of the contract, generated from the schemas that the server parses with. */
export function openApiDocument(endpoints: readonly Endpoint[], title: string): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}')
    for (const method of endpoint.methods) {
      const first = method === endpoint.methods[0]
      paths[path] = {
        ...paths[path],
        [method.toLowerCase()]: {
          ...operation(endpoint),
          // Operation ids are unique, so the second verb of a call needs its own.
          ...(first ? {} : { operationId: `${endpoint.name}By${method}` }),
        },
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        gateway: { type: 'apiKey', in: 'header', name: GATEWAY_SECRET_HEADER },
      },
      schemas: { Error: schemaOf(errorBody, 'output') },
    },
  }
}
