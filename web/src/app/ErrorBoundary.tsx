import { Component, type ReactNode } from 'react'
import { ErrorScreen } from '../site'

interface Props {
  /** The address; rendering is tried again when it changes. */
  address: string
  standsAlone?: boolean
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
    const { standsAlone = false, children } = this.props
    const { failure } = this.state
    return failure ? <ErrorScreen error={failure.error} standsAlone={standsAlone} /> : children
  }
}
