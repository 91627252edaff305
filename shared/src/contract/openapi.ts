import * as z from 'zod/mini'
import { ERRORS, type ErrorCode } from '../errors'
import { COMMON_ERRORS, type Endpoint } from './endpoint'

/** The body of every refusal (contract §1). */
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

function operation(endpoint: Endpoint): JsonSchema {
  const hasBody = !endpoint.methods.includes('GET') && Object.keys(propertiesOf(endpoint.body)).length > 0
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    security: endpoint.access === 'member' ? [{ bearer: [] }] : [{}, { bearer: [] }],
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
    ...(hasBody
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: {
      [String(endpoint.status)]:
        endpoint.status === 204
          ? { description: 'Done' }
          : {
              description: 'Done',
              content: { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } },
            },
      ...refusals([...COMMON_ERRORS, ...endpoint.errors]),
    },
  }
}

function propertiesOf(schema: z.ZodMiniType): Record<string, unknown> {
  return (schemaOf(schema, 'input').properties as Record<string, unknown> | undefined) ?? {}
}

/** The OpenAPI 3.1 document of the contract, made from the very schemas the server parses with. */
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
          // Operation names are unique, so the second verb of a call needs one of its own.
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
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: schemaOf(errorBody, 'output') },
    },
  }
}
