import { Counter, Gauge, Registry } from 'prom-client'

/** Creates the gateway's metrics, in a separate registry if none is given. */
export function createMetrics(registry: Registry | undefined, connections: () => number) {
  const registers = [registry ?? new Registry()]
  const sockets = new Gauge({
    name: 'forum_gateway_sockets',
    help: 'Sockets connected to this gateway',
    registers,
    collect() {
      this.set(connections())
    },
  })
  return {
    sockets,
    relayed: new Counter({
      name: 'forum_gateway_events_relayed_total',
      help: 'Events of the bus emitted to a room',
      labelNames: ['event'],
      registers,
    }),
    repeats: new Counter({
      name: 'forum_gateway_repeats_dropped_total',
      help: 'Repeated or older events that were dropped',
      registers,
    }),
    gaps: new Counter({
      name: 'forum_gateway_gaps_total',
      help: 'Events of a thread whose number did not follow the last one relayed; pages fetch what is missing',
      registers,
    }),
    malformed: new Counter({
      name: 'forum_gateway_malformed_dropped_total',
      help: 'Messages on the bus that are not events',
      registers,
    }),
    misdirected: new Counter({
      name: 'forum_gateway_misdirected_dropped_total',
      help: 'Events dropped because they arrived on the channel of an audience that is not theirs',
      labelNames: ['event'],
      registers,
    }),
    resyncs: new Counter({
      name: 'forum_gateway_resyncs_total',
      help: 'Resync events emitted, by cause',
      labelNames: ['cause'],
      registers,
    }),
    refused: new Counter({
      name: 'forum_gateway_handshakes_refused_total',
      help: 'Handshakes refused, by code',
      labelNames: ['code'],
      registers,
    }),
  }
}
export type GatewayMetrics = ReturnType<typeof createMetrics>
