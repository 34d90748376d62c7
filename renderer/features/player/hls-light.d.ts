// The light build (no DRM, captions or alternate audio: recordings have none) ships without types of its own.
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default } from 'hls.js'
}
