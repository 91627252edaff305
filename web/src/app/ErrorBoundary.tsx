import { Component, type ReactNode } from 'react'
import { ErrorScreen } from '../site'

interface Props {
  /** The address; rendering is tried again when it changes. */
  address: string
  standsAlone?: boolean
  /** Shown in place of the error screen. */
  fallback?: ReactNode
  children: ReactNode
}

interface State {
  address: string
  failure: { error: unknown } | null
}

/** Shows the error screen when its children fail to render. React writes the error to the console. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { address: this.props.address, failure: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ address }: Props, before: State): State | null {
    return address === before.address ? null : { address, failure: null }
  }

  override render(): ReactNode {
    const { standsAlone = false, fallback, children } = this.props
    const { failure } = this.state
    if (!failure) return children
    return fallback === undefined ? <ErrorScreen error={failure.error} standsAlone={standsAlone} /> : fallback
  }
}
