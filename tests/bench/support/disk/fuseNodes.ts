import { join } from 'node:path'

/** A file or folder the kernel knows by a number. */
interface Node {
  readonly id: bigint
  parent: bigint
  name: string
  /** Held by the kernel so often. */
  known: bigint
  /** Removed, though the kernel still holds it. */
  isGone: boolean
}

/** What the kernel's numbers stand for, in a folder. */
export interface FuseNodes {
  path(id: bigint, name?: string): string
  /** The number of an entry; the kernel holds it once more. */
  enter(parent: bigint, name: string): bigint
  forget(id: bigint, times: bigint): void
  moved(from: bigint, name: string, to: bigint, newName: string): void
  removed(parent: bigint, name: string): void
}

const rootId = 1n

export function createFuseNodes(root: string): FuseNodes {
  const nodes = new Map<bigint, Node>()
  const byPlace = new Map<string, Node>()
  let last = rootId

  const placeOf = (parent: bigint, name: string) => `${parent}/${name}`

  function path(id: bigint): string {
    if (id === rootId) return root
    const node = nodes.get(id)
    if (node === undefined || node.isGone) throw Object.assign(new Error('gone'), { errno: -2 })
    return join(path(node.parent), node.name)
  }

  function removed(parent: bigint, name: string): void {
    const node = byPlace.get(placeOf(parent, name))
    byPlace.delete(placeOf(parent, name))
    if (node !== undefined) node.isGone = true
  }

  return {
    path: (id, name) => (name === undefined ? path(id) : join(path(id), name)),
    enter(parent, name) {
      const known = byPlace.get(placeOf(parent, name))
      if (known !== undefined) {
        known.known += 1n
        return known.id
      }
      last += 1n
      const node = { id: last, parent, name, known: 1n, isGone: false }
      nodes.set(node.id, node)
      byPlace.set(placeOf(parent, name), node)
      return node.id
    },
    forget(id, times) {
      const node = nodes.get(id)
      if (node === undefined) return
      node.known -= times
      if (node.known > 0n) return
      nodes.delete(id)
      if (!node.isGone) byPlace.delete(placeOf(node.parent, node.name))
    },
    moved(from, name, to, newName) {
      removed(to, newName)
      const node = byPlace.get(placeOf(from, name))
      if (node === undefined) return
      byPlace.delete(placeOf(from, name))
      node.parent = to
      node.name = newName
      byPlace.set(placeOf(to, newName), node)
    },
    removed,
  }
}
