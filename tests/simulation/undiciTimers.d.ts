declare module 'undici/lib/util/timers.js' {
  const timers: {
    /** Forgets all timers: undici keeps them for the whole process, and a killed run leaves its own. */
    reset(): void
  }
  export default timers
}
