import * as z from 'zod/mini'
import { ERRORS, type ErrorCode } from '../errors'
import { errorsOf, readsBody, type Access, type Endpoint } from './endpoint'
import { board } from './entities'
import { heldResponse } from './held'
import { draft } from './kept'
import { GATEWAY_SECRET_HEADER } from './sessions'

/** The body of every error response. */
export const errorBody = z.strictObject({
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  errors: z.optional(z.array(z.strictObject({ field: z.string(), code: z.string(), message: z.string() }))),
  requestId: z.string(),
  /** The newer draft, where a stale one is refused. */
  draft: z.optional(draft),
})
export type ErrorBody = z.output<typeof errorBody>

type JsonSchema = Record<string, unknown>

/** Schemas that the document names and references: those that contain themselves have no other form. */
const named = z.registry<{ id: string }>()
named.add(board, { id: 'Board' })

const COMPONENT = '#/components/schemas/'

/** Converts a schema; those of `named` become references, and are added to `components`. */
function schemaOf(
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  components: Record<string, JsonSchema> = {},
): JsonSchema {
  const { $schema: _dialect, ...whole } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    metadata: named,
  }) as JsonSchema
  const { $defs = {}, ...rest } = JSON.parse(
    JSON.stringify(whole).replaceAll('"#/$defs/', `"${COMPONENT}`),
  ) as JsonSchema & { $defs?: Record<string, JsonSchema> }
  for (const [name, { id: _name, ...definition }] of Object.entries($defs)) components[name] = definition
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

const ERROR = { $ref: `${COMPONENT}Error` }

/** Refusals by Node's HTTP parser before a call is found. They have no body and end the connection. */
const TRANSPORT = {
  400: 'The request is not valid HTTP',
  408: 'The request did not arrive in time',
  417: 'The header Expect has another value than 100-continue',
  431: 'The headers are too large',
}

function refusals(endpoint: Endpoint): Record<string, JsonSchema> {
  const byStatus = new Map<number, string[]>(
    Object.entries(TRANSPORT).map(([status, description]) => [Number(status), [description]]),
  )
  const withBody = new Set<number>()
  for (const code of errorsOf(endpoint)) {
    const { status } = ERRORS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
    withBody.add(status)
  }
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      String(status),
      {
        description: of.join(', '),
        ...(withBody.has(status) ? { content: { 'application/json': { schema: ERROR } } } : {}),
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
function requestContent(endpoint: Endpoint): JsonSchema | null {
  const { body, upload } = endpoint
  const schema = schemaOf(body, 'input')
  const fields = (schema.properties ?? {}) as Record<string, JsonSchema>
  if (upload) {
    const file = { type: 'string', format: 'binary', maxLength: upload.maxBytes }
    const required = [...((schema.required as string[] | undefined) ?? []), upload.field]
    const form = { type: 'object', properties: { ...fields, [upload.field]: file }, required }
    return { 'multipart/form-data': { schema: form } }
  }
  if (!readsBody(endpoint) || Object.keys(fields).length === 0) return null
  return { 'application/json': { schema } }
}

/** The responses of a call that succeeds, or that a client need not repeat. */
function successes(endpoint: Endpoint, components: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const { response, produces, status, isRanged, statusOf, mayHold } = endpoint
  const file = { type: 'string', format: 'binary' }
  const content: Record<string, JsonSchema> =
    produces === null
      ? { 'application/json': { schema: schemaOf(response, 'output', components) } }
      : Object.fromEntries(produces.map((type) => [type, { schema: file }]))
  return {
    [String(status)]: status === 204 ? { description: 'Done' } : { description: 'Done', content },
    ...(status === 204 && statusOf
      ? { 200: { description: 'Done, for who asks what became of it', content } }
      : {}),
    ...(mayHold
      ? {
          202: {
            description: 'Kept until a moderator has approved it',
            content: { 'application/json': { schema: schemaOf(heldResponse, 'output') } },
          },
        }
      : {}),
    ...(readsBody(endpoint) ? {} : { 304: { description: 'The client has the current response' } }),
    ...(isRanged
      ? {
          206: { description: 'The requested part', content },
          416: { description: 'The requested part is empty' },
        }
      : {}),
    ...(statusOf && status !== 204
      ? {
          503: {
            description: 'UNAVAILABLE, or a response that says what is unavailable',
            content: { 'application/json': { schema: { anyOf: [schemaOf(response, 'output'), ERROR] } } },
          },
        }
      : {}),
  }
}

function operation(
  operationId: string,
  endpoint: Endpoint,
  components: Record<string, JsonSchema>,
): JsonSchema {
  const content = requestContent(endpoint)
  return {
    operationId,
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
    responses: { ...refusals(endpoint), ...successes(endpoint, components) },
  }
}

/** The OpenAPI 3.1 document of the contract, generated from the schemas that the server parses with. */
export function openApiDocument(endpoints: Readonly<Record<string, Endpoint>>, title: string): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  const components = { Error: schemaOf(errorBody, 'output') }
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}')
    for (const method of endpoint.methods) {
      // Operation ids are unique, so the second verb of a call needs its own.
      const id = method === endpoint.methods[0] ? name : `${name}By${method}`
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation(id, endpoint, components) }
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
      schemas: components,
    },
  }
}
