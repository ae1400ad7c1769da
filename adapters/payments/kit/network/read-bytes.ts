/** Undefined when the body is longer than `maximum`. */
export const readBytes = async (
  body: AsyncIterable<Buffer>,
  maximum: number,
): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maximum) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
