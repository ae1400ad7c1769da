import { expect } from 'chai';
import type { Timers } from '#/domain/ports/machine.ts';
import { untilWoken } from './until-woken.ts';

const setUp = () => {
  const listeners = new Set<() => void>();
  const callBacks: (() => void)[] = [];
  let cancelled = 0;
  const timers: Timers = {
    after: (_ms, callBack) => {
      callBacks.push(callBack);
      return { cancel: () => void (cancelled += 1) };
    },
    pause: () => new Promise(() => undefined),
  };
  const wait = (signal?: AbortSignal) =>
    untilWoken(
      (wake) => {
        listeners.add(wake);
        return () => listeners.delete(wake);
      },
      { atMostMs: 1_000, signal, timers },
    );
  const notify = () => listeners.forEach((wake) => wake());
  return { wait, notify, callBacks, cancelled: () => cancelled, listening: () => listeners.size };
};

describe('untilWoken', () => {
  it('ends when it is woken, and cancels its timer', async () => {
    const { wait, notify, cancelled, listening } = setUp();
    const waiting = wait();
    notify();
    expect(await waiting).to.equal(true);
    expect(cancelled()).to.equal(1);
    expect(listening()).to.equal(0);
  });

  it('ends when the signal aborts, and does not begin when it has aborted', async () => {
    const { wait, listening } = setUp();
    const stopping = new AbortController();
    const waiting = wait(stopping.signal);
    stopping.abort();
    expect(await waiting).to.equal(true);
    expect(await wait(stopping.signal)).to.equal(true);
    expect(listening()).to.equal(0);
  });

  it('tells when the time is over', async () => {
    const { wait, callBacks, listening } = setUp();
    const waiting = wait();
    callBacks[0]?.();
    expect(await waiting).to.equal(false);
    expect(listening()).to.equal(0);
  });
});
