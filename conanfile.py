# SPDX-License-Identifier: BSL-1.0
import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, load, rename, rm, rmdir

required_conan_version = ">=2.0"

CMAKE_FOLDER = os.path.join("lib", "cmake", "t2s")


# The recipe of this repository and, with conandata.yml beside it, of Conan Center's index (scripts/conan_center).
class T2sConan(ConanFile):
    name = "t2s"
    description = "Correction pipelines for text-to-SQL, assembled at compile time"
    license = "BSL-1.0"
    topics = ("text-to-sql", "nl2sql", "sql", "llm", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"with_openssl": [True, False], "with_postgres": [True, False], "with_mysql": [True, False], "with_odbc": [True, False],
               "with_yaml": [True, False]}
    default_options = {
        "with_openssl": True,
        "with_postgres": False,
        "with_mysql": False,
        "with_odbc": False,
        "with_yaml": False,
        "boost/*:header_only": False,
        "boost/*:without_json": False,
    }
    no_copy_source = True

    def set_version(self):
        if self.version:
            return
        listing = load(self, os.path.join(self.recipe_folder, "CMakeLists.txt"))
        self.version = re.search(r"project\(t2s VERSION ([0-9.]+)", listing).group(1)

    def export_sources(self):
        if not self.conan_data:
            for pattern in "CMakeLists.txt", "LICENSE", "cmake/*", "include/*":
                copy(self, pattern, self.recipe_folder, self.export_sources_folder)

    def source(self):
        if self.conan_data:
            get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def requirements(self):
        self.requires("boost/[>=1.81.0 <2]", transitive_headers=True, transitive_libs=True)
        self.requires("sqlite3/[>=3.38.0 <4]", transitive_headers=True, transitive_libs=True)
        if self.options.with_openssl:
            self.requires("openssl/[>=1.1.1 <4]", transitive_headers=True, transitive_libs=True)
        if self.options.with_postgres:
            self.requires("libpq/[>=14 <19]", transitive_headers=True, transitive_libs=True)
        if self.options.with_mysql:
            self.requires("mariadb-connector-c/[>=3.1.11 <4]", transitive_headers=True, transitive_libs=True)
        if self.options.with_odbc:
            self.requires("odbc/[>=2.3.9 <3]", transitive_headers=True, transitive_libs=True)
        if self.options.with_yaml:
            self.requires("yaml-cpp/[>=0.7.0 <1]", transitive_headers=True, transitive_libs=True)

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.user_presets_path = False
        for part in "TESTS", "EXAMPLES", "BENCHMARKS", "FUZZERS":
            toolchain.cache_variables[f"T2S_BUILD_{part}"] = False
        toolchain.cache_variables["T2S_INSTALL"] = True
        toolchain.generate()

    def build(self):
        CMake(self).configure()  # headers only: what there is to make is the CMake package

    def package(self):
        CMake(self).install()
        # Conan writes the files that find_package and pkg-config read: ours would compete with them.
        own = os.path.join(self.package_folder, CMAKE_FOLDER)
        copy(self, "t2s_conan.cmake", os.path.join(self.source_folder, "cmake"), own)
        rename(self, os.path.join(own, "t2sConfig.cmake"), os.path.join(own, "t2s_package.cmake"))
        rm(self, "t2sConfigVersion.cmake", own)
        rmdir(self, os.path.join(self.package_folder, "share"))
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.builddirs = [CMAKE_FOLDER]
        # CMakeDeps makes a target of its own; t2s_conan.cmake brings t2s::t2s and the others.
        self.cpp_info.set_property("cmake_target_name", "t2s::conan")
        self.cpp_info.set_property("cmake_build_modules", [os.path.join(CMAKE_FOLDER, "t2s_conan.cmake")])
        self.cpp_info.set_property("cmake_config_version_compat", "SameMajorVersion")  # as t2sConfigVersion.cmake
        self.cpp_info.set_property("pkg_config_name", "t2s")
        parts = "openssl", "postgres", "mysql", "odbc", "yaml"
        self.cpp_info.defines = [f"T2S_WITH_{part.upper()}" for part in parts if self.options.get_safe(f"with_{part}")]
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["pthread"]
