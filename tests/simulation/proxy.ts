import type { Network, Peer, Server } from './network'
import type { World } from './world'

export const proxyHost = 'proxy.example'
export const proxyPort = 3128
export const proxyUrl = `http://${proxyHost}:${proxyPort}`

/** `namesOnly`: goes to names, and refuses addresses. */
export type ProxyMood = 'well' | 'refuses' | 'asks' | 'mute' | 'namesOnly'

const answers: Readonly<Record<Exclude<ProxyMood, 'mute'>, string>> = {
  well: '200 Connection established',
  refuses: '502 Bad gateway',
  asks: '407 Proxy authentication required',
  namesOnly: '403 Forbidden',
}

/** Opens tunnels by CONNECT to the services of a world. */
export function createProxy(world: World, network: Network): Server & { mood: ProxyMood } {
  function serverAt(target: string): Server | undefined {
    const colon = target.lastIndexOf(':')
    const [host, port] = [target.slice(0, colon), target.slice(colon + 1)]
    const names = [...network.names].filter(([, addresses]) => addresses.includes(host)).map(([name]) => name)
    if (proxy.mood === 'namesOnly' && names.length > 0) return undefined
    return [host, ...names].map((name) => network.servers.get(`${name}:${port}`)).find(Boolean)
  }

  function say(peer: Peer, answer: string): void {
    world.outside(world.random.whole(1, 40), () => {
      peer.send(`HTTP/1.1 ${answer}\r\n\r\n`)
      if (!answer.startsWith('200')) peer.end()
    })
  }

  const proxy: Server & { mood: ProxyMood } = {
    mood: 'well',
    accept(peer) {
      let head = ''
      peer.onData = (bytes) => {
        head += bytes.toString('latin1')
        const [, target] = /^CONNECT (\S+) .*\r\n\r\n$/s.exec(head) ?? []
        if (target === undefined || proxy.mood === 'mute') return
        const server = serverAt(target)
        if (server === undefined || proxy.mood === 'refuses' || proxy.mood === 'asks')
          return say(peer, answers[proxy.mood === 'well' ? 'refuses' : proxy.mood])
        // From here on it passes on what comes: the service sees the same connection.
        peer.onData = () => {}
        server.accept(peer)
        say(peer, answers.well)
      }
      return true
    },
  }
  return proxy
}
