/*
 * A disk and a clock that fail on command, for a process that loads this library first (LD_PRELOAD). A file of 32 bytes controls the
 * faults. It is mapped here and written by faulty-machine.ts. Only files below one folder are affected. Unsynced writes are recorded
 * together with the bytes that they overwrote, so that a power cut can be simulated after a kill.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum mode { WHOLE, FULL, READ_ONLY, BROKEN, SYNC_FAILS, TORN, SHORT, LYING };

struct control {
  volatile int32_t mode;
  volatile int32_t delay_ms;
  volatile int32_t is_recording;
  volatile int32_t faults;
  volatile int64_t clock_offset_ms;
  volatile int32_t sync_delay_ms; /* of an fsync, added to delay_ms */
  volatile int32_t unsynced;      /* recorded writes that are durable only after a sync */
};

/* A record of the undo file: one before each write, and one for each sync. */
struct note {
  uint8_t kind; /* 'W' a write, 'S' a sync: the complete file is on the disk */
  uint8_t is_durable;
  uint16_t path_bytes;
  uint32_t bytes;
  int64_t offset;
  int64_t file_bytes;
};

#define FDS_MAX 65536
static char *path_of[FDS_MAX];
static uint8_t is_synced[FDS_MAX];
static struct control none;
static struct control *control = &none;
static const char *folder = NULL;
static size_t folder_bytes = 0;
static int undo = -1;
/* The file that replaces the boot id. After a power cut it contains another id. */
static const char *boot = NULL;
static const char *const boot_file = "/proc/sys/kernel/random/boot_id";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) \
  static __typeof__(name) *real = NULL; \
  if (real == NULL) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("FAULTY_CONTROL");
  folder = getenv("FAULTY_FOLDER");
  if (file == NULL || folder == NULL) return;
  folder_bytes = strlen(folder);
  boot = getenv("FAULTY_BOOT");
  int fd = open(file, O_RDWR | O_CLOEXEC);
  if (fd < 0) abort();
  void *mapped = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (mapped == MAP_FAILED) abort();
  control = mapped;
  const char *notes = getenv("FAULTY_UNDO");
  if (notes != NULL) undo = open(notes, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_ours(const char *path) {
  return folder != NULL && strncmp(path, folder, folder_bytes) == 0 && path[folder_bytes] == '/';
}

static int fail(int code) {
  __sync_fetch_and_add(&control->faults, 1);
  errno = code;
  return -1;
}

static void wait_ms(int32_t ms) {
  if (ms <= 0) return;
  struct timespec time = {ms / 1000, (ms % 1000) * 1000000L};
  nanosleep(&time, NULL);
}

static ssize_t raw_write(int fd, const void *bytes, size_t count) {
  REAL(write);
  return real(fd, bytes, count);
}

static ssize_t raw_pwrite(int fd, const void *bytes, size_t count, off64_t offset) {
  REAL(pwrite64);
  return real(fd, bytes, count, offset);
}

/* Some files are open only for writing, so they are opened again for reading. */
static void read_former(int fd, char *bytes, size_t count, off64_t offset) {
  if (pread64(fd, bytes, count, offset) == (ssize_t)count) return;
  REAL(open64);
  int other = real(path_of[fd], O_RDONLY | O_CLOEXEC);
  if (other < 0 || pread64(other, bytes, count, offset) != (ssize_t)count) abort();
  close(other);
}

static void note(uint8_t kind, int fd, size_t count, off64_t offset, int is_durable) {
  if (undo < 0 || !control->is_recording) return;
  struct stat64 now;
  if (fstat64(fd, &now) != 0) return;
  size_t kept = kind == 'S' || offset >= now.st_size ? 0 : count;
  if (kept > 0 && offset + (off64_t)kept > now.st_size) kept = now.st_size - offset;
  size_t path_bytes = strlen(path_of[fd]);
  size_t whole = sizeof(struct note) + path_bytes + count;
  char *text = calloc(1, whole);
  if (text == NULL) abort();
  struct note *head = (struct note *)text;
  *head = (struct note){kind, is_durable, path_bytes, count, offset, now.st_size};
  memcpy(text + sizeof(struct note), path_of[fd], path_bytes);
  if (kept > 0) read_former(fd, text + sizeof(struct note) + path_bytes, kept, offset);
  if (raw_write(undo, text, whole) != (ssize_t)whole) abort();
  free(text);
  if (kind == 'W' && !is_durable) __sync_fetch_and_add(&control->unsynced, 1);
}

/* Returns the number of written bytes, or -1 with errno. An `offset` below 0 means the current position of the file. */
static ssize_t write_as_told(int fd, const char *bytes, size_t count, off64_t offset) {
  int mode = control->mode;
  wait_ms(control->delay_ms);
  if (mode == FULL) return fail(ENOSPC);
  if (mode == READ_ONLY) return fail(EROFS);
  if (mode == BROKEN) return fail(EIO);
  size_t part = (mode == TORN || mode == SHORT) && count > 1 ? count / 2 : count;
  pthread_mutex_lock(&lock);
  off64_t at = offset >= 0 ? offset : lseek64(fd, 0, SEEK_CUR);
  note('W', fd, part, at, is_synced[fd] && mode != LYING && mode != SYNC_FAILS);
  ssize_t done = offset >= 0 ? raw_pwrite(fd, bytes, part, offset) : raw_write(fd, bytes, part);
  int code = errno;
  pthread_mutex_unlock(&lock);
  errno = code;
  if (done < 0) return done;
  if (mode == LYING || mode == SHORT) __sync_fetch_and_add(&control->faults, 1);
  if (mode == TORN || (mode == SYNC_FAILS && is_synced[fd])) return fail(EIO);
  return done;
}

/* On a working disk a sync does not wait for the real disk, because only the process is killed, not the machine. */
static int sync_as_told(int fd) {
  int mode = control->mode;
  wait_ms(control->delay_ms + control->sync_delay_ms);
  if (mode == BROKEN || mode == SYNC_FAILS || mode == TORN) return fail(EIO);
  if (mode == READ_ONLY) return fail(EROFS);
  if (mode == LYING) {
    __sync_fetch_and_add(&control->faults, 1);
    return 0;
  }
  pthread_mutex_lock(&lock);
  note('S', fd, 0, 0, 1);
  pthread_mutex_unlock(&lock);
  return 0;
}

static int has(int fd) { return fd >= 0 && fd < FDS_MAX && path_of[fd] != NULL; }

static int open_as_told(const char *path, int flags, mode_t rights, int (*real)(const char *, int, ...)) {
  if (boot != NULL && strcmp(path, boot_file) == 0) return real(boot, flags, rights);
  if (!is_ours(path)) return real(path, flags, rights);
  int writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0;
  if (writes && control->mode == READ_ONLY) return fail(EROFS);
  if (writes && control->mode == BROKEN) return fail(EIO);
  int fd = real(path, flags, rights);
  if (fd >= 0 && fd < FDS_MAX) {
    path_of[fd] = strdup(path);
    is_synced[fd] = (flags & O_DSYNC) != 0;
  }
  return fd;
}

static mode_t rights_of(int flags, va_list rest) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
  REAL(open);
  va_list rest;
  va_start(rest, flags);
  mode_t rights = rights_of(flags, rest);
  va_end(rest);
  return open_as_told(path, flags, rights, real);
}

int open64(const char *path, int flags, ...) {
  REAL(open64);
  va_list rest;
  va_start(rest, flags);
  mode_t rights = rights_of(flags, rest);
  va_end(rest);
  return open_as_told(path, flags, rights, real);
}

int close(int fd) {
  REAL(close);
  if (has(fd)) {
    pthread_mutex_lock(&lock);
    free(path_of[fd]);
    path_of[fd] = NULL;
    pthread_mutex_unlock(&lock);
  }
  return real(fd);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  return has(fd) ? write_as_told(fd, bytes, count, -1) : raw_write(fd, bytes, count);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
  return has(fd) ? write_as_told(fd, bytes, count, offset) : raw_pwrite(fd, bytes, count, offset);
}

/* Writes the pieces one by one. After a short write, the caller continues at its end. */
static ssize_t write_pieces(int fd, const struct iovec *pieces, int count, off64_t offset) {
  ssize_t sum = 0;
  for (int at = 0; at < count; at += 1) {
    ssize_t done = write_as_told(fd, pieces[at].iov_base, pieces[at].iov_len, offset < 0 ? -1 : offset + sum);
    if (done < 0) return sum > 0 ? sum : -1;
    sum += done;
    if ((size_t)done < pieces[at].iov_len) break;
  }
  return sum;
}

ssize_t writev(int fd, const struct iovec *pieces, int count) {
  REAL(writev);
  return has(fd) ? write_pieces(fd, pieces, count, -1) : real(fd, pieces, count);
}

ssize_t pwritev64(int fd, const struct iovec *pieces, int count, off64_t offset) {
  REAL(pwritev64);
  return has(fd) ? write_pieces(fd, pieces, count, offset) : real(fd, pieces, count, offset);
}

int fsync(int fd) {
  REAL(fsync);
  return has(fd) ? sync_as_told(fd) : real(fd);
}

int fdatasync(int fd) {
  REAL(fdatasync);
  return has(fd) ? sync_as_told(fd) : real(fd);
}

int ftruncate64(int fd, off64_t bytes) {
  REAL(ftruncate64);
  if (has(fd)) {
    struct stat64 now;
    int grows = fstat64(fd, &now) == 0 && bytes > now.st_size;
    if (control->mode == FULL && grows) return fail(ENOSPC);
    if (control->mode == READ_ONLY) return fail(EROFS);
    if (control->mode == BROKEN) return fail(EIO);
  }
  return real(fd, bytes);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  if (is_ours(to) && control->mode == READ_ONLY) return fail(EROFS);
  if (is_ours(to) && control->mode == BROKEN) return fail(EIO);
  return real(from, to);
}

int unlink(const char *path) {
  REAL(unlink);
  if (is_ours(path) && control->mode == READ_ONLY) return fail(EROFS);
  return real(path);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  REAL(clock_gettime);
  int done = real(clock, time);
  int64_t ms = control->clock_offset_ms;
  if (done == 0 && ms != 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += ms / 1000;
  return done;
}

int gettimeofday(struct timeval *time, void *zone) {
  REAL(gettimeofday);
  int done = real(time, zone);
  if (done == 0) time->tv_sec += control->clock_offset_ms / 1000;
  return done;
}
