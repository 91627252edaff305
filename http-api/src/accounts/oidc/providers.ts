import type { OidcProviderConfig } from '../../config'
import { GithubProvider } from './github'
import { OpenIdProvider } from './open-id'
import type { Provider } from './provider'
import { WechatProvider } from './wechat'

/** The providers of the configuration. */
export class Providers {
  private readonly byId: ReadonlyMap<string, Provider>

  constructor(private readonly configs: readonly OidcProviderConfig[]) {
    this.byId = new Map(configs.map((config) => [config.id, providerOf(config)]))
  }

  list(): { id: string; name: string }[] {
    return this.configs.map(({ id, name }) => ({ id, name }))
  }

  get(id: string): Provider | null {
    return this.byId.get(id) ?? null
  }
}

function providerOf(config: OidcProviderConfig): Provider {
  switch (config.kind) {
    case 'github':
      return new GithubProvider(config)
    case 'wechat':
      return new WechatProvider(config)
    default:
      return new OpenIdProvider(config)
  }
}
